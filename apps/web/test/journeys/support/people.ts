import type { Page } from 'playwright-core';
import type { Stack } from './stack.ts';

export const password = 'correct-horse-battery-9';

/** Becomes the first owner through the printed link and founds an organization; ends on the home page. */
export async function becomeOwner(
  page: Page,
  stack: Stack,
  { email = 'owner@example.test', withPassword = false } = {},
): Promise<void> {
  await page.goto(stack.ownerLink);
  await page.getByLabel('Email').fill(email);
  if (withPassword) await page.getByRole('textbox', { name: /^Password/ }).fill(password);
  await page.getByRole('button', { name: 'Create owner account' }).click();
  await page.getByLabel('Organization').fill('Harbour Mutual');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Send a first message' }).waitFor();
}

/** Through the form of the page that is shown; ends when the form has gone, so that no later step cuts it short. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
}

/** As on another machine: no page that is open may ask for something without its session and leave by itself meanwhile. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/**
 * Follows a link of the main menu on a page that has lost its right to be there. It may have been told by itself and left
 * already; then there is no link, or its document goes as it is asked.
 */
export async function followUnlessGone(page: Page, path: string): Promise<void> {
  const link = JSON.stringify(`nav[aria-label="Main"] a[href="${path}"]`);
  await page.evaluate(`document.querySelector(${link})?.click()`).catch(() => undefined);
}

/** The newest link of a mail to this address, as the person would click it. */
export async function mailLink(stack: Stack, to: string, part: string): Promise<string> {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const response = await fetch(`${stack.platformUrl}/api/v1/dev/mailbox?to=${encodeURIComponent(to)}`);
    const mails = (await response.json()) as { links: string[]; text: string }[];
    const link = mails.flatMap((mail) => mail.links).find((text) => text.includes(part));
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${to} with a link like ${part} arrived.`);
}

/** Calls the platform as the page's own script would, with its session. */
export async function callAs<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const base = (await page.locator('html').getAttribute('data-base')) ?? '';
  return page.evaluate(
    async ([how, where, what]) => {
      const answer = await fetch(where, {
        method: how,
        headers: what === '' ? {} : { 'content-type': 'application/json' },
        ...(what === '' ? {} : { body: what }),
      });
      if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
    [method, `${base}/api/v1${path}`, body === undefined ? '' : JSON.stringify(body)] as const,
  );
}
