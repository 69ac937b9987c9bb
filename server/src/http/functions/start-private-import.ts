import { startPrivateImportBody } from '@app/contract/private-imports'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'
import { startImport } from '#private-imports/start-import.ts'

type Needs = { privateImports: PrivateImports }

export const startPrivateImport = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const wanted = await readJson(request, startPrivateImportBody)
    const reply = await startImport(needs.privateImports, member, wanted)

    return jsonAnswer(reply, { status: 202 })
  },
  { scope: 'sync:write' },
)
