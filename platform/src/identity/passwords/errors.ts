import { AppError } from '#errors/app-error.ts'

export type Weakness = 'length' | 'pwned'

/** Clients read the reasons beside the message. */
export class WeakPassword extends AppError {
  readonly reasons: Weakness[]

  constructor(message: string, reasons: Weakness[]) {
    super('weak_password', 422, message)
    this.reasons = reasons
  }
}

export const invalidCredentials = () =>
  new AppError('invalid_credentials', 400, 'Invalid login credentials')

export const emailNotConfirmed = (status: 400 | 422 = 400) =>
  new AppError('email_not_confirmed', status, 'Email not confirmed')

export const phoneNotConfirmed = (status: 400 | 422 = 400) =>
  new AppError('phone_not_confirmed', status, 'Phone not confirmed')

export const samePassword = () =>
  new AppError('same_password', 422, 'New password should be different from the old password.')

export const currentPasswordRequired = () =>
  new AppError(
    'current_password_required',
    400,
    'Current password required when setting new password.',
  )

export const currentPasswordInvalid = () =>
  new AppError(
    'current_password_invalid',
    400,
    'Current password required when setting new password.',
  )

export const reauthenticationNeeded = () =>
  new AppError('reauthentication_needed', 400, 'Password update requires reauthentication')

export const reauthenticationNotValid = () =>
  new AppError('reauthentication_not_valid', 422, 'Nonce has expired or is invalid')
