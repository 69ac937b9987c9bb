import { deleteTemporaryCloneBody } from '@app/contract/private-imports'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { deleteTemporaryClone } from '#private-imports/delete-temporary-clone.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'

type Needs = { privateImports: PrivateImports }

export const deleteClone = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const { cloneId } = await readJson(request, deleteTemporaryCloneBody)

    return jsonAnswer(await deleteTemporaryClone(needs.privateImports, member, cloneId))
  },
  { scope: 'sync:write' },
)
