import { inject, provide, shallowRef, type InjectionKey, type Ref } from 'vue'

const VISIBLE: InjectionKey<Ref<boolean>> = Symbol('pane is visible')

/** Whether the pane this component stands in can be seen. A hidden pane does no work. */
export const usePaneVisible = (): Readonly<Ref<boolean>> => inject(VISIBLE, shallowRef(true))

export const providePaneVisible = (isVisible: Ref<boolean>): void => provide(VISIBLE, isVisible)
