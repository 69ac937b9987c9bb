import { readStored, writeStored } from './storage.ts'

const KEY = 'shortcuts'

/** Single-key shortcuts can be disabled (WCAG 2.1.4): speech input may trigger them accidentally. */
export const areShortcutsOn = () => readStored(KEY) !== 'off'

export const chooseShortcuts = (isOn: boolean) => writeStored(KEY, isOn ? 'on' : 'off')
