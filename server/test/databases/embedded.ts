import { setUpEmbedded } from '@app/platform/test/databases/set-up.ts'
import { schema } from '#compose/folders.ts'

export const setup = setUpEmbedded(schema)
