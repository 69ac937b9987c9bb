import type { UnclaimedPayment } from '@app/contract/admin-billing'

/** The id of the only account of the buyer's address, or of the only one that is suggested at all. */
export function likeliestAccount(suggestions: UnclaimedPayment['suggestions']): string {
  const ofAddress = suggestions.filter(({ why }) => why === 'address')
  const [only, ...others] = ofAddress.length > 0 ? ofAddress : suggestions

  return only && others.length === 0 ? only.id : ''
}
