import { Card } from '@app/ui/card.tsx'
import { Progress } from '@app/ui/progress.tsx'
import type { RateLimit } from '#api/github/calls.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Of the whole allowance: below this it is time to say so. */
const LOW = 0.2

export function RateLimitCard({ rate }: { rate: RateLimit }) {
  const { t, number, date } = useTranslation()
  const isLow = rate.remaining <= rate.limit * LOW
  const left = t('github.rate.left', {
    remaining: number(rate.remaining),
    limit: number(rate.limit),
  })

  return (
    <Card title={t('github.rate.title')} lead={t('github.rate.lead')}>
      <div className="grid gap-2">
        <Progress
          label={left}
          value={rate.remaining}
          max={rate.limit}
          tone={isLow ? 'danger' : 'accent'}
        />
        <p className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-soft tabular">
          <span>{left}</span>
          <span>
            {t('github.rate.reset', {
              time: date(new Date(rate.reset * 1000), { timeStyle: 'short' }),
            })}
          </span>
        </p>
        {isLow && <p className="text-sm text-danger">{t('github.rate.low')}</p>}
      </div>
    </Card>
  )
}
