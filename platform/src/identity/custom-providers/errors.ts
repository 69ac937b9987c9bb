import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'
import { validationFailed } from '#identity/errors.ts'

export const customProviderNotFound = () =>
  new AppError('custom_provider_not_found', 404, 'No such custom provider')

export const identifierTaken = () =>
  new AppError('conflict', 422, 'A custom provider with this identifier already exists')

export const usersOfOtherIssuer = () =>
  new AppError(
    'conflict',
    422,
    'Users signed in under this identifier with another issuer: choose another identifier',
  )

export const badIssuer = (why: string) =>
  validationFailed(`The discovery document of the issuer cannot be used: ${why}`)

export const notSupported = (field: string) => validationFailed(`${echo(field)} is not supported`)
