import { continuePrivateImportBody } from '@app/contract/private-imports'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { continueImport } from '#private-imports/continue-import.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'

type Needs = { privateImports: PrivateImports }

export const continuePrivateImport = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const { cloneId } = await readJson(request, continuePrivateImportBody)
    const reply = await continueImport(needs.privateImports, member, cloneId)

    return jsonAnswer(reply, { status: 202 })
  },
  { scope: 'sync:write' },
)
