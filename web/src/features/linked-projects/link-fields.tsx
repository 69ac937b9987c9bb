import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BRANCH_MAX, type LinkComplaints, type LinkDraft, NAME_MAX } from './link-draft.ts'

type Props = {
  draft: LinkDraft
  onChange: (part: Partial<LinkDraft>) => void
  complaints: LinkComplaints
  listId: string
  isBusy: boolean
}

export function LinkFields({ draft, onChange, complaints, listId, isBusy }: Props) {
  const { t } = useTranslation()
  const said = (name: keyof LinkComplaints) => complaints[name] && t(complaints[name])

  return (
    <>
      <TextField
        label={t('projects.form.name')}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={said('name')}
        maxLength={NAME_MAX}
        required
        disabled={isBusy}
      />
      <TextField
        label={t('projects.form.repository')}
        hint={t('projects.form.repositoryHint')}
        value={draft.repository}
        onChange={(event) => onChange({ repository: event.target.value })}
        error={said('repository')}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isBusy}
      />
      <TextField
        label={t('projects.form.branch')}
        value={draft.branch}
        onChange={(event) => onChange({ branch: event.target.value })}
        maxLength={BRANCH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isBusy}
      />
      <TextField
        label={t('projects.form.builderId')}
        hint={t('projects.form.builderIdHint')}
        value={draft.builderId}
        onChange={(event) => onChange({ builderId: event.target.value })}
        error={said('builderId')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isBusy}
      />
      <ChoiceGroup
        label={t('projects.form.visibility')}
        name="visibility"
        choices={[
          { value: 'private', label: t('projects.form.private') },
          { value: 'public', label: t('projects.form.public') },
        ]}
        value={draft.isPrivate ? 'private' : 'public'}
        onChange={(choice) => onChange({ isPrivate: choice === 'private' })}
        disabled={isBusy}
      />
    </>
  )
}
