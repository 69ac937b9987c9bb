import { carefulStorage } from './careful-storage.ts'

/** What one tab remembers across a visit to somebody else's page. */
export const {
  read: readTab,
  write: writeTab,
  forget: forgetTab,
} = carefulStorage(() => sessionStorage)
