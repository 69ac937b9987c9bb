import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Volvemos enseguida',
  text: 'Estamos iniciando una versión nueva. Esta página se recarga sola.',
}
