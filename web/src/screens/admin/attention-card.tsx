import { type AdminFigures, ATTENTION_KINDS, type AttentionKind } from '@app/contract/admin-figures'
import { Card } from '@app/ui/card.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** The page where each is resolved. */
const MATTERS: Record<AttentionKind, { words: MessageKey; to: string }> = {
  public_copies: { words: 'figures.attention.copies', to: `${paths.adminOperations}?tab=clones` },
  unclaimed_payments: {
    words: 'figures.attention.unclaimed',
    to: `${paths.adminSubscribers}?tab=unclaimed`,
  },
  failed_webhooks: {
    words: 'figures.attention.webhooks',
    to: `${paths.adminOperations}?tab=webhooks`,
  },
  dead_letters: { words: 'figures.attention.deadLetters', to: `${paths.adminOperations}?tab=jobs` },
  failed_mails: { words: 'figures.attention.emails', to: `${paths.adminOperations}?tab=mail` },
  plan_differences: { words: 'figures.attention.plans', to: `${paths.adminSubscribers}?tab=plans` },
  reconciler_silent: { words: 'figures.attention.reconciler', to: paths.adminOperations },
  admins_without_factor: {
    words: 'figures.attention.factors',
    to: `${paths.adminUsers}?role=admin&factor=without`,
  },
}

export function AttentionCard({ attention }: Pick<AdminFigures, 'attention'>) {
  const { t } = useTranslation()
  const counts = new Map(attention.map(({ name, count }) => [name, count]))
  const present = ATTENTION_KINDS.filter((name) => counts.has(name))

  return (
    <Card title={t('figures.attention.title')}>
      {present.length === 0 ? (
        <p className="flex items-center gap-2 text-positive">
          <CheckIcon className="size-5" />
          {t('figures.attention.well')}
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {present.map((name) => (
            <li key={name}>
              <Link
                to={MATTERS[name].to}
                className="flex min-h-11 items-center justify-between gap-4 font-medium text-ink transition-colors hover:text-accent"
              >
                {t(MATTERS[name].words, { count: counts.get(name) ?? 0 })}
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
