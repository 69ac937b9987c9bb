import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { PasswordField } from '@app/ui/password-field.tsx'
import { Select } from '@app/ui/select.tsx'
import { Switch } from '@app/ui/switch.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TwoStepForm, useTwoStepForm } from '@app/ui/two-step-form.tsx'
import { useState } from 'react'
import { GallerySection } from './gallery-section.tsx'

const CHOICES = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
]

/** `name` makes the radio groups of the two themes distinct. */
export function Fields({ name }: { name: string }) {
  const [choice, setChoice] = useState('medium')
  const [isOn, setOn] = useState(true)
  const form = useTwoStepForm({
    first: ['name'],
    initial: { name: '', rest: '' },
    check: ({ name: typed }) => ({ name: typed === '' ? 'Please give it a name' : null }),
    save: async () => {},
  })

  return (
    <GallerySection title="Fields">
      <TextField label="Repository" placeholder="owner/name" hint="Where the project is pushed." />
      <TextField label="E-mail" defaultValue="mia@" error="Invalid email address" />
      <TextField label="Disabled" defaultValue="Nothing to change here" disabled />
      <form>
        <PasswordField
          label="Password"
          autoComplete="off"
          showText="Show password"
          hideText="Hide password"
        />
      </form>
      <TextArea label="Description" rows={3} />
      <Select label="Priority" options={CHOICES} value={choice} onChange={setChoice} />
      <ChoiceGroup
        label="Priority, all in sight"
        name={`priority-${name}`}
        choices={CHOICES}
        value={choice}
        onChange={setChoice}
      />
      <Switch label="Mails about trouble" hint="When a push fails." isOn={isOn} onChange={setOn} />
      <TwoStepForm
        form={form}
        first={<TextField {...form.field('name')} label="First the easy part" />}
        second={<TextField {...form.field('rest')} label="Then the rest" />}
        continueText="Continue"
        submitText="Finish"
      />
    </GallerySection>
  )
}
