import { graphicsName } from '../../state/graphics'

/** Whether WebGL runs in software, where four samples per pixel are too slow. */
export const isSoftware = (): boolean => /swiftshader|llvmpipe|softpipe|software|basic render/i.test(graphicsName())
