import { AppError } from '#errors/app-error.ts'

export const badSignature = () => new AppError('bad_signature', 401, 'The signature does not match')

export const deliveryNameless = () =>
  new AppError('bad_request', 400, 'A delivery has an id and the name of its event')
