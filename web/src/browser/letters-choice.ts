import { readStored, writeStored } from './storage.ts'

const KEY = 'shortcuts'

/** Single letters can be switched off (WCAG 2.1.4): whoever speaks to the computer types them without knowing. */
export const areLettersOn = () => readStored(KEY) !== 'off'

export const chooseLetters = (isOn: boolean) => writeStored(KEY, isOn ? 'on' : 'off')
