// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { configScript, readConfigScript } from './config-script.ts'
import { exampleConfig } from './example-config.ts'

test('the browser reads back what the server wrote', () => {
  document.body.innerHTML = configScript(exampleConfig)

  expect(readConfigScript()).toEqual(exampleConfig)
})

test('no value can close the element it travels in', () => {
  const hostile = { ...exampleConfig, siteName: '</script><script>alert(1)</script>' }

  const script = configScript(hostile)
  document.body.innerHTML = script

  expect(script.match(/<\/script>/g)).toHaveLength(1)
  expect(readConfigScript().siteName).toBe(hostile.siteName)
})
