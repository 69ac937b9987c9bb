import type { Language } from './language.ts'
import type { Reason } from './message.ts'
import { type Words, words } from './words.ts'

type LayoutWords = {
  ifTheButtonFails: Words
  code: Words
  reasons: Record<Reason, (product: Words) => Words>
  chooseMails: Words
  writeToUs: Words
}

/** The texts around every message. */
export const layoutWords: Record<Language, LayoutWords> = {
  en: {
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
  },
  es: {
    ifTheButtonFails: words`Si el botón no funciona, abre esta dirección:`,
    code: words`O escribe este código:`,
    reasons: {
      entered: (product) => words`Alguien escribió esta dirección en ${product}.`,
      account: (product) => words`Recibes este correo porque se trata de tu cuenta de ${product}.`,
      chosen: (product) => words`Recibes este correo porque tienes una cuenta de ${product}.`,
    },
    chooseMails: words`Elige qué correos recibes`,
    writeToUs: words`¿Alguna pregunta? Escribe a`,
  },
}
