import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BRANCH_MAX, type LinkDraft, NAME_MAX } from './link-draft.ts'

const CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }

export function LinkFields({ form, listId }: { form: Form<LinkDraft>; listId: string }) {
  const { t } = useTranslation()

  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('projects.form.name')}
        maxLength={NAME_MAX}
        required
      />
      <TextField
        {...form.field('repository')}
        {...CODE}
        label={t('projects.form.repository')}
        hint={t('projects.form.repositoryHint')}
        list={listId}
      />
      <TextField
        {...form.field('branch')}
        {...CODE}
        label={t('projects.form.branch')}
        maxLength={BRANCH_MAX}
      />
      <TextField
        {...form.field('builderId')}
        {...CODE}
        label={t('projects.form.builderId')}
        hint={t('projects.form.builderIdHint')}
      />
      <ChoiceGroup
        label={t('projects.form.visibility')}
        name="visibility"
        choices={[
          { value: 'private', label: t('projects.form.private') },
          { value: 'public', label: t('projects.form.public') },
        ]}
        value={form.draft.isPrivate ? 'private' : 'public'}
        onChange={(choice) => form.change({ isPrivate: choice === 'private' })}
        disabled={form.isLocked}
      />
    </>
  )
}
