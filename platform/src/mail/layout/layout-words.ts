import type { Language } from '@app/contract/languages'
import { en } from './en.ts'
import { es } from './es.ts'
import type { LayoutWords } from './layout-texts.ts'

export const layoutWords: Record<Language, LayoutWords> = { en, es }
