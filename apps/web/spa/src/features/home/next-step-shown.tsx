import type { ComponentProps, ReactNode } from 'react';
import { ArrowRight } from 'lucide-react';
import { useMay } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { NextStep } from './next-step.ts';

export function NextStepShown({ next }: { next: NextStep }) {
  if (next.step === 'connect first') return <ConnectFirst />;
  return 'run' in next ? <AfterRun next={next} /> : <WithApplication next={next} />;
}

function ConnectFirst() {
  const may = useMay();
  return may('endpoint:create') ? (
    <Step
      title="Connect your first application"
      text="Anything that takes a message over HTTP or WebSocket and answers."
      action={<First to="/endpoints/new">Connect an application</First>}
    />
  ) : (
    <Step
      title="Connect your first application"
      text="Your role can look at endpoints, but not create them. Ask an owner or admin to connect one."
    />
  );
}

function WithApplication({
  next: { step, application },
}: {
  next: Extract<NextStep, { application: unknown }>;
}) {
  const may = useMay();
  const params = { endpointId: application.id };
  switch (step) {
    case 'talk':
      return (
        <Step
          title={`Talk to ${application.name}`}
          text="It is connected already. Send it a message and watch the answer arrive, stage by stage."
          action={
            <First to="/endpoints/$endpointId" params={params} search={{ tab: 'test' }}>
              Send a first message
            </First>
          }
          second={
            may('endpoint:create') ? <LinkButton to="/endpoints/new">Connect your own</LinkButton> : null
          }
        />
      );
    case 'look':
      return (
        <Step
          title={`Look at ${application.name}`}
          text="Your role can read how applications are connected, what explorations found, and the traces of calls."
          action={
            <First to="/endpoints/$endpointId" params={params} search={{ tab: 'explore' }}>
              See what was found
            </First>
          }
        />
      );
    case 'connect own':
      return (
        <Step
          title="Connect your own application"
          text="Paste a curl command, a snippet or a description. Sonde works out the configuration and tries it."
          action={<First to="/endpoints/new">Connect an application</First>}
          second={
            <LinkButton
              className="min-w-0"
              to="/endpoints/$endpointId"
              params={params}
              search={{ tab: 'explore' }}
            >
              <span className="truncate">Explore {application.name}</span>
            </LinkButton>
          }
        />
      );
    case 'explore':
      return (
        <Step
          title={`Explore ${application.name}`}
          text="Sonde talks with it and reports what it can do and where it fails. Each finding can be kept as a test."
          action={
            <First to="/endpoints/$endpointId" params={params} search={{ tab: 'explore' }}>
              Explore it
            </First>
          }
          second={<LinkButton to="/test-sets/generate">Make tests</LinkButton>}
        />
      );
    case 'first run':
      return (
        <Step
          title={`Run tests against ${application.name}`}
          text="It has been explored. Keep the findings as tests, make or import others, and run them."
          action={<First to="/test-sets">To the test sets</First>}
          second={
            <LinkButton to="/endpoints/$endpointId" params={params} search={{ tab: 'explore' }}>
              See what was found
            </LinkButton>
          }
        />
      );
  }
}

function AfterRun({ next }: { next: Extract<NextStep, { run: unknown }> }) {
  const { run } = next;
  const { counts, name } = run;
  const allDecided = `In ${name}, all is decided and ${counts.failed === 0 ? 'nothing failed' : 'what failed has been reviewed'}.`;
  const params = { runId: run.id };
  const openRun = (
    <LinkButton className="min-w-0" to="/runs/$runId" params={params}>
      <span className="truncate">Open the run</span>
    </LinkButton>
  );
  const openFirst = (
    <First to="/runs/$runId" params={params}>
      Open the run
    </First>
  );
  switch (next.step) {
    case 'watch':
      return <Step title="Watch the run" text={`${name} is under way.`} action={openFirst} />;
    case 'review failed':
      return (
        <Step
          title="Review what failed"
          text={`${name} ended with ${plural(counts.failed, 'failure')}${next.left < counts.failed ? `, of which nobody has reviewed ${next.left}` : ''}. Say which are right.`}
          action={
            <First to="/review" search={{ run: run.id, failed: 'yes' }}>
              Review
            </First>
          }
          second={openRun}
        />
      );
    case 'errors':
      return (
        <Step
          title="See why there was no answer"
          text={`In ${name}, ${plural(counts.errors, 'test')} ended in an error, which is neither passed nor failed.`}
          action={openFirst}
        />
      );
    case 'decide':
      return (
        <Step
          title="Decide what no metric decided"
          text={`${name} ended with ${plural(counts.not_evaluated, 'result')} that nobody has judged yet. Say which answers pass.`}
          action={
            <First to="/review" search={{ run: run.id, open: 'yes' }}>
              Review
            </First>
          }
          second={openRun}
        />
      );
    case 'gate':
      return (
        <Step
          title="Say what a run must keep"
          text={`${allDecided} With a gate, which says how many tests must pass, a later run of ${run.test_set.name} that does worse fails as a whole.`}
          action={
            <First
              to="/test-sets/$testSetId"
              params={{ testSetId: run.test_set.id }}
              search={{ tab: 'gate' }}
            >
              Set a gate
            </First>
          }
          second={openRun}
        />
      );
    case 'schedule':
      return (
        <Step
          title="Let the tests run by themselves"
          text={`${allDecided} A schedule runs the tests again at the times you choose.`}
          action={<First to="/schedules">Make a schedule</First>}
          second={openRun}
        />
      );
    case 'read run':
      return (
        <Step
          title="Read what the last run came to"
          text={`${name} has ended. Run its tests again after each change of the application.`}
          action={openFirst}
          second={<LinkButton to="/test-sets">To the test sets</LinkButton>}
        />
      );
  }
}

const First = (link: ComponentProps<typeof LinkButton>) => (
  <LinkButton look="primary" icon={<ArrowRight aria-hidden size={17} />} {...link} />
);

function Step({
  title,
  text,
  action,
  second,
}: {
  title: string;
  text: string;
  action?: ReactNode;
  second?: ReactNode;
}) {
  return (
    <>
      <div className="grid max-w-xl gap-2">
        <h2 className="text-2xl font-light sm:text-3xl">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {action}
        {second}
      </div>
    </>
  );
}
