import { graphicsName } from '../../state/graphics'

/** Whether the processor draws in place of a graphics card: then four samples for each pixel are not worth their time. */
export const isSoftware = (): boolean => /swiftshader|llvmpipe|softpipe|software|basic render/i.test(graphicsName())
