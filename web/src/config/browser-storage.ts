import { carefulStorage } from './careful-storage.ts'

/** What this browser remembers, in all its tabs. */
export const {
  read: readStored,
  write: writeStored,
  forget: forgetStored,
} = carefulStorage(() => localStorage)
