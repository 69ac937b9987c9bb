import { defineConfig } from '@playwright/test'

const CLOCK = /clock-jumps/
const RESTART = /server-restart/
const EXTENSION = /with-extension.*\.spec\.ts$/

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: './journeys',
  outputDir: process.env.E2E_RESULTS ?? 'test-results',
  // The runner starts the product; the journeys only get its address.
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:3000',
    locale: 'en-US',
    colorScheme: 'light',
    trace: 'off',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        // Chromium refuses to run as root inside its sandbox.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'journeys', testIgnore: [CLOCK, RESTART, EXTENSION] },
    // One at a time: how the builder's page behaves is a setting of the stand-in that they share.
    { name: 'extension', testMatch: EXTENSION, workers: 1 },
    // Run after all others by scripts/journeys.js: it moves the clock of the product that they share.
    { name: 'clock', testMatch: CLOCK },
    { name: 'restart', testMatch: RESTART },
  ],
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A journey that fails once is red. The limits are for hosts that give this machine a tenth of its processors for a
  // while; what failed while it stood still runs once more (scripts/journeys.js).
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
