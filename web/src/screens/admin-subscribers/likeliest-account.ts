import type { UnclaimedPayment } from '@app/contract/admin-billing'

/** The id of the only account with the buyer's address, or of the only suggestion. */
export function likeliestAccount(suggestions: UnclaimedPayment['suggestions']): string {
  const ofAddress = suggestions.filter(({ why }) => why === 'address')
  const [only, ...others] = ofAddress.length > 0 ? ofAddress : suggestions

  return only && others.length === 0 ? only.id : ''
}
