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
import modelViewEn from './model-view.en.json'
import modelViewRu from './model-view.ru.json'
import namesEn from './names.en.json'
import namesRu from './names.ru.json'
import panesEn from './panes.en.json'
import panesRu from './panes.ru.json'
import patchEn from './patch.en.json'
import patchRu from './patch.ru.json'
import pictureEn from './picture.en.json'
import pictureRu from './picture.ru.json'
import referencesEn from './references.en.json'
import referencesRu from './references.ru.json'
import rootsEn from './roots.en.json'
import rootsRu from './roots.ru.json'
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

type Catalogues = Readonly<Record<'en' | 'ru', Readonly<Record<string, string>>>>

const known: Record<'en' | 'ru', Record<string, string>> = {
  en: {
    ...layoutEn,
    ...mapLayersEn,
    ...mapToolsEn,
    ...modelViewEn,
    ...studioEn,
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
    ...pictureEn,
    ...referencesEn,
    ...rootsEn,
    ...galleryEn,
  },
  ru: {
    ...layoutRu,
    ...mapLayersRu,
    ...mapToolsRu,
    ...modelViewRu,
    ...studioRu,
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
    ...pictureRu,
    ...referencesRu,
    ...rootsRu,
    ...galleryRu,
  },
}

/**
 * All texts of the program, by flat keys: `problem.…`, `refusal.…`, `label.…`, `field.…`, `ui.…`. Those of a family are
 * added when it is loaded.
 */
export const CATALOGUES: Catalogues = known

/** Adds the texts of a family. A key that exists keeps its text. */
export function addMessages({ en, ru }: Catalogues): void {
  addTo(known.en, en)
  addTo(known.ru, ru)
}

/** In place, because the code that makes sentences holds these objects. */
function addTo(catalogue: Record<string, string>, texts: Readonly<Record<string, string>>): void {
  Object.assign(catalogue, { ...texts, ...catalogue })
}
