import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Select } from '@app/ui/select.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { type FieldErrors, type Form, useForm } from '@app/ui/use-form.ts'
import { useEffect, useState } from 'react'
import type { Resource, ResourceCategory, ResourceText } from '#api/admin/admin-resources.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { rowText } from '#i18n/row-text.ts'
import { failureWords } from './operation-parts.tsx'
import { type ResourceChanges, textOf } from './use-resource-changes.ts'

type Props = {
  /** null for a new resource. */
  resource: Resource | null
  categories: ResourceCategory[]
  /** The position of a new resource. */
  place: number
  changes: ResourceChanges
  onDone: () => void
}

/** The table would refuse more. */
const TITLE_MAX = 200
const DESCRIPTION_MAX = 1000
const URL_MAX = 2000

export function ResourceForm({ resource, categories, place, changes, onDone }: Props) {
  const { t, language } = useTranslation()
  const action = useAction<'submit' | 'delete'>()
  const [isDone, setDone] = useState(false)
  const form = useForm<ResourceText>({
    initial: resource ? textOf(resource) : emptyIn(categories[0]),
    check: (draft) => complaints(t, draft),
    save: async (draft, { clear }) => {
      const text = trimmed(draft)
      await (resource ? changes.save(resource, text) : changes.add(text, place))
      clear()
      setDone(true)
    },
    explain: (error) => ({ text: failureWords(t, error) }),
    marksUnsaved: true,
    action,
  })
  const remove = (row: Resource) =>
    void action.run('delete', () =>
      changes.remove(row, () => {
        form.clear()
        setDone(true)
      }),
    )
  // Runs after the draft is saved, so that leaving asks no question.
  useEffect(() => {
    if (isDone && !form.isDirty) onDone()
  })

  return (
    <form {...form.props} className="grid gap-5">
      <Select
        label={t('adminOperations.resources.category')}
        options={categories.map((category) => ({
          value: category.id,
          label: rowText(category, 'name', language),
        }))}
        {...form.choice('category_id')}
      />
      <Texts form={form} />
      <FailureNotice failure={form.failure} />
      <FormActions
        start={
          resource && (
            <Button
              variant="quiet"
              size="sm"
              isBusy={action.running === 'delete'}
              disabled={form.isLocked}
              onClick={() => remove(resource)}
            >
              {t('adminOperations.resources.delete')}
            </Button>
          )
        }
      >
        <SubmitButton form={form} size="sm" disabled={resource !== null && !form.isDirty}>
          {t('adminOperations.resources.save')}
        </SubmitButton>
      </FormActions>
    </form>
  )
}

function Texts({ form }: { form: Form<ResourceText> }) {
  const { t } = useTranslation()

  return (
    <>
      <TextField
        label={t('adminOperations.resources.titleEn')}
        maxLength={TITLE_MAX}
        {...form.field('title_en')}
      />
      <TextField
        label={t('adminOperations.resources.titleEs')}
        maxLength={TITLE_MAX}
        lang="es"
        {...form.field('title_es')}
      />
      <TextArea
        label={t('adminOperations.resources.descriptionEn')}
        rows={2}
        maxLength={DESCRIPTION_MAX}
        {...form.field('description_en')}
      />
      <TextArea
        label={t('adminOperations.resources.descriptionEs')}
        rows={2}
        maxLength={DESCRIPTION_MAX}
        lang="es"
        {...form.field('description_es')}
      />
      <TextField
        label={t('adminOperations.resources.url')}
        hint={t('adminOperations.resources.urlHint')}
        maxLength={URL_MAX}
        inputMode="url"
        {...form.field('url')}
      />
    </>
  )
}

const emptyIn = (category: ResourceCategory | undefined): ResourceText => ({
  category_id: category?.id ?? '',
  title_en: '',
  title_es: '',
  description_en: '',
  description_es: '',
  url: '',
})

const trimmed = (draft: ResourceText): ResourceText => ({
  category_id: draft.category_id,
  title_en: draft.title_en.trim(),
  title_es: draft.title_es.trim(),
  description_en: draft.description_en.trim(),
  description_es: draft.description_es.trim(),
  url: draft.url.trim(),
})

/** The table's own check: a web page, or a path on our site. */
const LINK = /^(https?:\/\/[^\s/]+|\/(?!\/))\S*$/

function complaints(t: Translator['t'], draft: ResourceText): FieldErrors<ResourceText> {
  const { title_en, title_es, url } = trimmed(draft)

  return {
    title_en: title_en ? null : t('adminOperations.resources.titleMissing'),
    title_es: title_es ? null : t('adminOperations.resources.titleMissing'),
    url: LINK.test(url) ? null : t('adminOperations.resources.urlWrong'),
  }
}
