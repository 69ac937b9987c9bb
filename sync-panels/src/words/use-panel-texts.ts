import { useTranslationOf } from '@app/ui/translation-provider.tsx'
import type { MessageKeyOf } from '@app/ui/translator.ts'
import type { PanelWords } from './panel-words.ts'

export type PanelKey = MessageKeyOf<PanelWords>

/** The application adds the panels' texts to its messages. */
export const usePanelTexts = useTranslationOf<PanelKey>
