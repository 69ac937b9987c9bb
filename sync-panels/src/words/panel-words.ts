import type * as errors from '@app/sync/words/en'
import type english from './texts/en.json'

/** English defines the keys; a test of the web compares the other languages. The application loads and provides them. */
export type PanelWords = typeof english & typeof errors
