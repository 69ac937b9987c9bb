import { setUpPostgres } from '@app/platform/test/databases/set-up.ts'
import { schema } from '#compose/folders.ts'
import { createQueues } from '#compose/open-database.ts'

export const setup = setUpPostgres({ schema, complete: createQueues })
