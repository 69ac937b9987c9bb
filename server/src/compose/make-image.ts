import { migratedImage } from '@app/platform/db/image.ts'
import { folders, schema } from './folders.ts'

/** Part of the build: a first start then takes one second instead of several. */
await migratedImage(schema, folders.cache)
process.exit(0)
