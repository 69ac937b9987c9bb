import { fileURLToPath } from 'node:url'
import { migratedImage } from '@app/platform/db/image.ts'
import { furnish } from './furnish.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Part of the build: a first start then takes one second instead of several. */
await migratedImage(folder('../../database'), folder('../../.cache'), furnish)
process.exit(0)
