// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TranslationProvider, useTranslationOf } from './translation-provider.tsx'
import { createTranslator } from './translator.ts'

type Language = 'en' | 'es'

const MESSAGES = { en: { greeting: 'Hello' }, es: { greeting: 'Hola' } }
const useTranslation = useTranslationOf<'greeting', Language>
const loadTranslator = async (language: Language) => createTranslator(language, MESSAGES[language])

afterEach(cleanup)

test('choosing a language changes the sentences and is remembered', async () => {
  const { rememberLanguage } = renderGreeting(null)
  expect(screen.getByText('Hello')).toBeTruthy()

  fireEvent.click(screen.getByRole('button'))

  expect(await screen.findByText('Hola')).toBeTruthy()
  expect(rememberLanguage).toHaveBeenCalledExactlyOnceWith('es')
  await waitFor(() => expect(document.documentElement.lang).toBe('es'))
})

test('a page that came in another language than the remembered one changes to it', async () => {
  const { rememberLanguage } = renderGreeting('es')

  expect(await screen.findByText('Hola')).toBeTruthy()
  expect(rememberLanguage).not.toHaveBeenCalled()
})

function renderGreeting(remembered: Language | null) {
  const rememberLanguage = vi.fn()
  const rememberedLanguage = () => remembered

  render(
    <TranslationProvider
      initial={createTranslator('en', MESSAGES.en)}
      loadTranslator={loadTranslator}
      rememberedLanguage={rememberedLanguage}
      rememberLanguage={rememberLanguage}
    >
      <Greeting />
    </TranslationProvider>,
  )
  return { rememberLanguage }
}

function Greeting() {
  const { t, setLanguage } = useTranslation()

  return (
    <button type="button" onClick={() => setLanguage('es')}>
      {t('greeting')}
    </button>
  )
}
