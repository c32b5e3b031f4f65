import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import { createStudio, type StudioApi } from '@areal-studio/core/studio'
import { nodeHost } from '../../electron/node/node-host'
import type { BenchInstall } from './install'

/** A studio as the hosts make it, with a user's folder of its own. */
export const benchStudio = (install: BenchInstall, name: string): StudioApi =>
  createStudio({ host: nodeHost(join(install.temp, name)), families: FAMILIES }).api

/** Path of the areals of the first map. */
export const arealsEntry = (install: BenchInstall): string =>
  `${fileIn(install, install.mapFolders[0] ?? '', 'land.map')}!#0`

export const fileIn = (install: BenchInstall, folder: string, name: string): string =>
  install.files.find(file => file.toLowerCase() === `${folder.toLowerCase()}/${name}`) ?? ''
