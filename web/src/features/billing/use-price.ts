import type { Plan } from '@app/contract/public-content'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Round prices without their two zeros, as shops write them. */
export function usePrice() {
  const { number } = useTranslation()

  return (amount: number, { currency }: Pick<Plan, 'currency'>) =>
    number(amount, {
      style: 'currency',
      currency,
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
      maximumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    })
}
