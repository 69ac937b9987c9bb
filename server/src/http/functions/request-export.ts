import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import type { PersonalData } from '#personal-data/personal-data.ts'
import { requestExport } from '#personal-data/request-export.ts'

type Needs = { personalData: PersonalData }

export const requestDataExport = assuredFunction<Needs>('POST', async (_request, member, needs) =>
  jsonAnswer(await requestExport(needs.personalData, member)),
)
