import type { PublicContent } from '@app/contract/public-content'
import { dataBlock, readDataBlock } from './data-block.ts'

// Differs from the plain word, which is the skip link's target.
const ELEMENT_ID = 'public-content'

export const contentScript = (content: PublicContent): string => dataBlock(ELEMENT_ID, content)

export const readContentScript = (): PublicContent => readDataBlock(ELEMENT_ID)
