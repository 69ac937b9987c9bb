import { fileURLToPath } from 'node:url'

export const SQL_FOLDER = fileURLToPath(new URL('../../../database', import.meta.url))
export const CACHE_FOLDER = fileURLToPath(new URL('../../../.cache', import.meta.url))
