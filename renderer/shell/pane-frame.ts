import type { DockviewApi, DockviewPanelApi, VueComponent } from 'dockview-vue'
import { defineComponent, h, onBeforeUnmount, shallowRef, watch, type Component, type PropType } from 'vue'
import { provideHome, providePaneVisible, provideScrolledParts } from '../ui/pane'
import { usePanes, VIEWS, type PaneId } from '../state/panes.store'
import { useText } from '../state/settings.store'
import EntryTabs from './EntryTabs.vue'
import { KeptScroll } from './kept-scroll'
import { bodyOf } from './pop-out'
import { useKeptScroll } from './use-kept-scroll'

interface PanelParams {
  readonly api: DockviewPanelApi
  readonly containerApi: DockviewApi
}

/** The map's commands are there before it is seen; the tree opens the first map, also from behind another tab. */
const BUILT_AT_ONCE: ReadonlySet<PaneId> = new Set(['viewport', 'tree'])

/**
 * A panel as the dock requires it: named for people and tests, notified of its visibility; built when it is first
 * visible.
 */
export function framePane(pane: PaneId, panel: Component): VueComponent {
  return forDock(
    defineComponent({
      name: `Pane-${pane}`,
      props: { params: { type: Object as PropType<PanelParams>, required: true } },
      setup(props) {
        const panes = usePanes()
        const text = useText()
        const isVisible = shallowRef(props.params.api.isVisible)
        const isBuilt = shallowRef(BUILT_AT_ONCE.has(pane))
        const tell = (visible: boolean): void => {
          isVisible.value = visible
          isBuilt.value ||= visible
          if (visible) panes.visible.add(pane)
          else panes.visible.delete(pane)
        }
        tell(isVisible.value)
        const scroll = new KeptScroll()
        const leave = useKeptScroll(pane, scroll)
        const scrolled = (event: Event): void => {
          scroll.note(event)
          leave()
        }
        const listeners = [
          props.params.api.onDidVisibilityChange(event => {
            tell(event.isVisible)
            if (event.isVisible) scroll.bringBack()
          }),
          props.params.api.onDidActiveChange(() => {
            if (isVisible.value) scroll.bringBack()
          }),
        ]
        onBeforeUnmount(() => {
          for (const listener of listeners) listener.dispose()
          tell(false)
        })
        providePaneVisible(isVisible)
        provideScrolledParts((name, part) => {
          scroll.add(name, part)
          return leave
        })
        provideHome(bodyOf(props.params.api))
        watch(
          () => text.say(`ui.pane.${pane}`),
          title => props.params.api.setTitle(title),
          { immediate: true },
        )
        return () =>
          h(
            'section',
            {
              class: 'pane',
              tabindex: -1,
              'data-testid': `pane-${pane}`,
              onPointerenter: () => {
                panes.pointed = pane
              },
              onPointerleave: () => {
                if (panes.pointed === pane) panes.pointed = null
              },
              onScrollCapture: scrolled,
              onWheelPassive: scroll.release,
              onPointerdown: scroll.release,
              onKeydown: scroll.release,
            },
            [
              VIEWS.has(pane) && panes.middle === pane ? h(EntryTabs) : undefined,
              isBuilt.value ? h(panel) : undefined,
              h('i', { class: 'stay-sign', 'aria-hidden': true, ref: scroll.setSign }),
            ],
          )
      },
    }),
  )
}

/**
 * Casts a panel for the dock: dockview-vue types every panel as a component of any props, ours requires the dock's
 * params.
 */
export const forDock = (component: Component): VueComponent => component as VueComponent
