import { AppError } from '@app/platform/errors/app-error.ts'

export const badSignature = () => new AppError('bad_signature', 401, 'The signature does not match')

export const notJson = () => new AppError('bad_request', 400, 'The body is not JSON')
