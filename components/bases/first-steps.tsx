"use client";

import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { NewBaseButton } from "./new-base-button";
import { SampleStatus } from "./sample-status";
import { useLoadSample } from "./use-load-sample";

/** What to do where there is no database yet: make one, or look around in sample data; whoever may not is told so. */
export function FirstSteps() {
  return useMay("create-databases") ? <MakeFirst /> : <NothingShared />;
}

function NothingShared() {
  return (
    <MessagePage title="No databases yet" actions={null}>
      <p>
        There are no databases that you can open, and you can’t create any. Ask whoever gave you your key.
      </p>
    </MessagePage>
  );
}

function MakeFirst() {
  const { start, ...sample } = useLoadSample();
  return (
    <MessagePage
      title="No databases yet"
      actions={
        <>
          <NewBaseButton label="Create a database" disabled={sample.isLoading} />
          <Button onClick={start} disabled={sample.isLoading}>
            Load sample data
          </Button>
          {/* As high as what comes to stand here, so that nothing moves then. */}
          <div className="min-h-28 basis-full pt-4">
            <SampleStatus {...sample} />
          </div>
        </>
      }
    >
      <p>
        A database holds tables: spreadsheets whose columns know what they contain, each with an API of its
        own. Create one, or look around first in a table of 3,376 US airports.
      </p>
    </MessagePage>
  );
}
