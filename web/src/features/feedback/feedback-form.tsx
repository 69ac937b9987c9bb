import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Select } from '@app/ui/select.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import {
  DESCRIPTION_MAX_CHARACTERS,
  DESCRIPTION_ROWS,
  missingIn,
  PRIORITIES,
  PRIORITY_WORDS,
  TITLE_MAX_CHARACTERS,
} from './feedback.ts'
import { useCategories } from './use-categories.ts'
import type { Feedback } from './use-feedback.ts'

export function FeedbackForm({ draft, change, isSending, failure, send }: Feedback) {
  const { t } = useTranslation()
  const categories = useCategories()

  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <ChoiceGroup
        label={t('feedback.category')}
        name="category"
        choices={categories}
        value={draft.category}
        onChange={(category) => change({ category })}
        disabled={isSending}
      />
      {draft.category === 'bug' && (
        <Select
          label={t('feedback.priority')}
          options={PRIORITIES.map((value) => ({ value, label: t(PRIORITY_WORDS[value]) }))}
          value={draft.priority}
          onChange={(priority) => change({ priority })}
          disabled={isSending}
        />
      )}
      <TextField
        label={t('feedback.titleField')}
        value={draft.title}
        onChange={(event) => change({ title: event.target.value })}
        maxLength={TITLE_MAX_CHARACTERS}
        disabled={isSending}
      />
      <TextArea
        label={t('feedback.descriptionField')}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        rows={DESCRIPTION_ROWS}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        required
        disabled={isSending}
      />
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button
        type="submit"
        disabled={missingIn(draft) !== null}
        isBusy={isSending}
        busyText={t('common.sending')}
      >
        {t('feedback.send')}
      </Button>
    </form>
  )
}
