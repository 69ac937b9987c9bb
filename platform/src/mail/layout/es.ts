import type { LayoutWords } from './layout-texts.ts'
import { words } from './words.ts'

/** The texts around every message in Spanish. */
export const es: LayoutWords = {
  ifTheButtonFails: words`Si el botón no funciona, abre esta dirección:`,
  code: words`O escribe este código:`,
  reasons: {
    entered: (product) => words`Alguien escribió esta dirección en ${product}.`,
    account: (product) => words`Recibes este correo porque se trata de tu cuenta de ${product}.`,
    chosen: (product) => words`Recibes este correo porque tienes una cuenta de ${product}.`,
  },
  chooseMails: words`Elige qué correos recibes`,
  writeToUs: words`¿Alguna pregunta? Escribe a`,
}
