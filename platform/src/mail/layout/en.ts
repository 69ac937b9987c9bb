import type { LayoutWords } from './layout-texts.ts'
import { words } from './words.ts'

/** The texts around every message in English. */
export const en: LayoutWords = {
  ifTheButtonFails: words`If the button doesn’t work, open this address:`,
  code: words`Or enter this code:`,
  reasons: {
    entered: (product) => words`Someone entered this address at ${product}.`,
    account: (product) =>
      words`You’re getting this email because it concerns your ${product} account.`,
    chosen: (product) => words`You’re getting this email because you have a ${product} account.`,
  },
  chooseMails: words`Choose which emails you get`,
  writeToUs: words`Questions? Write to`,
}
