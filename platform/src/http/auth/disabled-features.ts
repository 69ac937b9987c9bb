import type { ErrorCode } from '@app/contract/errors'
import { AppError, type ErrorStatus } from '#errors/app-error.ts'
import type { Route } from './auth-needs.ts'

// Features that clients know but this service lacks. Each answers with the code that clients look for, because a bare
// 404 looks like a broken server.

const off =
  (code: ErrorCode, status: ErrorStatus, message: string): Route =>
  () =>
  async () => {
    throw new AppError(code, status, message)
  }

export const scimOff = off('feature_disabled', 404, 'SCIM is disabled')

export const unknownRoute = off('not_found', 404, 'There is nothing at this address')
