import type { PublicConfig } from '@app/contract/public-config'
import { dataBlock, readDataBlock } from './data-block.ts'

const ELEMENT_ID = 'config'

export const configScript = (config: PublicConfig): string => dataBlock(ELEMENT_ID, config)

export const readConfigScript = (): PublicConfig => readDataBlock(ELEMENT_ID)
