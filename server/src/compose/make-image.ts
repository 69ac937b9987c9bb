import { migratedImage } from '@app/platform/db/image.ts'
import { folders, schema } from './folders.ts'

/** Part of the build, and of a release in a folder of its own: a first start then takes one second instead of several. */
await migratedImage(schema, process.argv[2] ?? folders.image)
process.exit(0)
