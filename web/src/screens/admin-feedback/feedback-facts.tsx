import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { FeedbackItem } from '#api/admin/admin-feedback.ts'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { senderWords, useCodeWords } from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What came with the text, as far as it is known. */
export function FeedbackFacts({ item }: { item: FeedbackItem }) {
  const { t, number } = useTranslation()
  const words = useCodeWords()
  const count = (value: number | null) => (value === null ? null : number(value))
  const { language, platform } = Object(item.browser_info) as Record<string, string>
  const reasons = item.reasons?.map(words.reason)

  return (
    <Facts>
      <Fact name={t('feedback.category')}>{words.category(item.feedback_category)}</Fact>
      <Fact name={t('admin.feedback.sender')}>{senderWords(t, item)}</Fact>
      <Fact name={t('admin.feedback.email')}>{item.sender?.email}</Fact>
      <Fact name={t('admin.feedback.created')}>
        <TimeAgo at={item.created_at} />
      </Fact>
      <Fact name={t('admin.feedback.resolved')}>
        {item.resolved_at && <TimeAgo at={item.resolved_at} />}
      </Fact>
      <Fact name={t('admin.feedback.reasons')}>{reasons?.join(' · ')}</Fact>
      <Fact name={t('admin.feedback.page')}>{item.page_url}</Fact>
      <Fact name={t('admin.feedback.browser')}>{item.user_agent}</Fact>
      <Fact name={t('admin.feedback.platform')}>
        {[platform, language].filter(Boolean).join(' · ')}
      </Fact>
      <Fact name={t('admin.feedback.version')}>{item.extension_version}</Fact>
      <Fact name={t('admin.feedback.days')}>{count(item.days_installed)}</Fact>
      <Fact name={t('admin.feedback.pushes')}>{count(item.push_count)}</Fact>
      <Fact name={t('admin.feedback.method')}>{item.auth_method}</Fact>
      <Fact name={t('admin.feedback.errors')}>
        {item.had_errors === null ? null : t(item.had_errors ? 'admin.yes' : 'admin.no')}
      </Fact>
    </Facts>
  )
}
