import { AppError } from '#errors/app-error.ts'

export const notAnId = (what: string) =>
  new AppError('validation_failed', 404, `${what} must be an UUID`)
