import cliEn from './cli.en.json'
import cliRu from './cli.ru.json'
import findEn from './find.en.json'
import findRu from './find.ru.json'
import galleryEn from './gallery.en.json'
import galleryRu from './gallery.ru.json'
import helpEn from './help.en.json'
import helpRu from './help.ru.json'
import hexEn from './hex.en.json'
import hexRu from './hex.ru.json'
import layoutEn from './layout.en.json'
import layoutRu from './layout.ru.json'
import mapLayersEn from './map-layers.en.json'
import mapLayersRu from './map-layers.ru.json'
import mapToolsEn from './map-tools.en.json'
import mapToolsRu from './map-tools.ru.json'
import namesEn from './names.en.json'
import namesRu from './names.ru.json'
import panesEn from './panes.en.json'
import panesRu from './panes.ru.json'
import parkanEn from './parkan.en.json'
import parkanRu from './parkan.ru.json'
import parkanControlEn from './parkan-control.en.json'
import parkanControlRu from './parkan-control.ru.json'
import parkanDataEn from './parkan-data.en.json'
import parkanDataRu from './parkan-data.ru.json'
import parkanFilesEn from './parkan-files.en.json'
import parkanFilesRu from './parkan-files.ru.json'
import parkanModelEn from './parkan-model.en.json'
import parkanModelRu from './parkan-model.ru.json'
import parkanPartsEn from './parkan-parts.en.json'
import parkanPartsRu from './parkan-parts.ru.json'
import parkanSoundEn from './parkan-sound.en.json'
import parkanSoundRu from './parkan-sound.ru.json'
import patchEn from './patch.en.json'
import patchRu from './patch.ru.json'
import settingsEn from './settings.en.json'
import settingsRu from './settings.ru.json'
import shellEn from './shell.en.json'
import shellRu from './shell.ru.json'
import studioEn from './studio.en.json'
import studioRu from './studio.ru.json'
import tableEn from './table.en.json'
import tableRu from './table.ru.json'
import toolsEn from './tools.en.json'
import toolsRu from './tools.ru.json'
import viewportEn from './viewport.en.json'
import viewportRu from './viewport.ru.json'

/** Every word a person reads, by the room that says it. Flat keys: `problem.…`, `refusal.…`, `label.…`, `field.…`, `ui.…`. */
export const CATALOGUES: Readonly<Record<'en' | 'ru', Readonly<Record<string, string>>>> = {
  en: {
    ...layoutEn,
    ...mapLayersEn,
    ...mapToolsEn,
    ...studioEn,
    ...parkanEn,
    ...parkanControlEn,
    ...parkanDataEn,
    ...parkanFilesEn,
    ...parkanModelEn,
    ...parkanPartsEn,
    ...parkanSoundEn,
    ...cliEn,
    ...helpEn,
    ...settingsEn,
    ...shellEn,
    ...panesEn,
    ...toolsEn,
    ...viewportEn,
    ...tableEn,
    ...findEn,
    ...namesEn,
    ...patchEn,
    ...hexEn,
    ...galleryEn,
  },
  ru: {
    ...layoutRu,
    ...mapLayersRu,
    ...mapToolsRu,
    ...studioRu,
    ...parkanRu,
    ...parkanControlRu,
    ...parkanDataRu,
    ...parkanFilesRu,
    ...parkanModelRu,
    ...parkanPartsRu,
    ...parkanSoundRu,
    ...cliRu,
    ...helpRu,
    ...settingsRu,
    ...shellRu,
    ...panesRu,
    ...toolsRu,
    ...viewportRu,
    ...tableRu,
    ...findRu,
    ...namesRu,
    ...patchRu,
    ...hexRu,
    ...galleryRu,
  },
}
