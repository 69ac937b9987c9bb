import type { PublicConfig } from '@app/contract/public-config'
import { dataBlock, readDataBlock } from './data-block.ts'

export const CONFIG_ID = 'config'

export const configScript = (config: PublicConfig): string => dataBlock(CONFIG_ID, config)

export const readConfigScript = (): PublicConfig => readDataBlock(CONFIG_ID)
