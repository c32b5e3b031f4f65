import { defineStore } from 'pinia'
import { keptChoice } from '../state/remembered'
import { FIRST_KEYMAP, readKeymap } from './keymap'

/** The keymap of the user, kept among the settings. */
export const useKeys = defineStore('keys', () => ({
  keymap: keptChoice('keymap', readKeymap, () => FIRST_KEYMAP),
}))
