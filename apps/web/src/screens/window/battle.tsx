/** The battle of a week: standing, rounds, days and members, and the battles before it. */
import "./battle.css";
import type { Answer, components } from "@journal/client";
import { useState } from "preact/hooks";
import { Name } from "../../parts/avatar.tsx";
import { Card } from "../../parts/controls.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { api, offline } from "../../service.ts";
import { number, shortDay } from "../../words.ts";
import { words as explained } from "../../words/window-explained.ts";
import { Pager, plusDays } from "./pager.tsx";
import type { Color } from "./states.tsx";
import { words } from "../../words/window.ts";
import { words as common } from "../../words/common.ts";
import { words as workout } from "../../words/workout.ts";

type Battle = components["schemas"]["WorkoutBattle"];
type Week = Answer<"/api/workout-window/battle/week/{weekStartDate}", "get">;
type Past = Answer<"/api/workout-window/battle/history", "get">;
const both: Color[] = ["red", "blue"];

const weekName = (from: string) => `${shortDay(from)} – ${shortDay(plusDays(from, 6))}`;

export function BattleView({ date, last }: { date: string; last: string }) {
  const remote = useRemote(
    () =>
      api.get("/api/workout-window/battle/week/{weekStartDate}", {
        params: { path: { weekStartDate: date } },
      }),
    [date],
  );
  const shown = remote.value?.battle;
  const next = plusDays(date, 7);
  return (
    <>
      <Pager
        what="week"
        name={shown ? weekName(shown.week_start_date) : words.weekOf({ day: shortDay(date) })}
        before={`#/window/battle/${plusDays(date, -7)}`}
        after={date < last ? `#/window/battle/${next < last ? next : last}` : undefined}
      />
      <Loaded remote={remote} label={words.battle}>
        {(week) =>
          week.battle
            ? <Standing battle={week.battle} week={week} isOver={isOver(week.battle, last)} />
            : (
              <Card>
                <Empty icon="team" title={words.noBattle}>
                  {words.noBattleHint}
                </Empty>
              </Card>
            )}
      </Loaded>
      <History today={last} />
    </>
  );
}

/** The week ends with its Sunday. Before, nobody has won, whatever the standing is. */
const isOver = ({ week_start_date }: Pick<Battle, "week_start_date">, today: string) =>
  plusDays(week_start_date, 6) < today;

const damageOf = ({ rounds }: NonNullable<Battle["battle_result"]>) => ({
  red: rounds.reduce((sum, { redDamage }) => sum + redDamage, 0),
  blue: rounds.reduce((sum, { blueDamage }) => sum + blueDamage, 0),
});

function Standing({ battle, week, isOver }: { battle: Battle; week: Week; isOver: boolean }) {
  const { battle_status } = battle;
  const winner = isOver ? battle.winner : null;
  const result = isOver ? battle.battle_result : null;
  const state = !isOver && battle_status === "completed" ? "in_progress" : battle_status;
  const teams = { red: week.redTeam, blue: week.blueTeam };
  const [red, blue] = [teams.red.robotPower, teams.blue.robotPower];
  const mostChips = Math.max(
    1,
    ...week.dailyStats.flatMap((day) => [
      day.redTeamChips,
      day.blueTeamChips,
    ]),
  );
  return (
    <>
      <Card>
        <p class="verdict">
          {winner ? winner === "tie" ? words.tie : words.won[winner] : words.battleStates[state]}
        </p>
        {result && <p class="hint">{words.damage(damageOf(result))}</p>}
        <div class="teams">
          {both.map((color) => {
            const { totalChips, members } = teams[color];
            const isMine = members.some(({ user_id }) => user_id === offline.userId);
            return (
              <section key={color} class={`team-${color}`}>
                <h3>
                  {workout.colors[color]}
                  {winner === color && <span class="chip">{words.winner}</span>}
                  {isMine && <span class="chip">{words.yourTeam}</span>}
                </h3>
                <p>
                  <span class="figure">{number(totalChips)}</span>{" "}
                  {words.chipsLabel({ count: totalChips })}
                </p>
              </section>
            );
          })}
        </div>
        {red + blue > 0 && (
          <>
            <div class="balance" aria-hidden="true">
              <span class="team-red" style={{ flexGrow: red }} />
              <span class="team-blue" style={{ flexGrow: blue }} />
            </div>
            {!winner && (
              <p class="hint">
                {explained.ahead[red === blue ? "none" : red > blue ? "red" : "blue"]}
              </p>
            )}
          </>
        )}
      </Card>
      {result && <Rounds result={result} />}
      <Card title={words.chipsByDay} icon="today">
        <table class="days">
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {both.map((color) => <th key={color} scope="col">{workout.colors[color]}</th>)}
            </tr>
          </thead>
          <tbody>
            {week.dailyStats.map(({ date, redTeamChips, blueTeamChips }) => (
              <tr key={date}>
                <th scope="row">{shortDay(date)}</th>
                <Bar color="red" value={redTeamChips} most={mostChips} />
                <Bar color="blue" value={blueTeamChips} most={mostChips} />
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Members week={week} />
    </>
  );
}

const Bar = ({ color, value, most }: { color: Color; value: number; most: number }) => (
  <td>
    <span class="bar-cell">
      <span class={`bar-fill team-${color}`} style={{ width: `${value / most * 100}%` }} />
      {number(value)}
    </span>
  </td>
);

function Rounds({ result }: { result: NonNullable<Battle["battle_result"]> }) {
  const { rounds } = result;
  const most = Math.max(1, ...rounds.flatMap((each) => [each.redDamage, each.blueDamage]));
  return (
    <Card title={words.damageByRound} icon="chart">
      <table class="days rounds">
        <thead>
          <tr>
            <th scope="col">{words.round}</th>
            {both.map((color) => <th key={color} scope="col">{workout.colors[color]}</th>)}
          </tr>
        </thead>
        <tbody>
          {rounds.map(({ round, redDamage, blueDamage }) => (
            <tr key={round}>
              <th scope="row">{round}</th>
              <Bar color="red" value={redDamage} most={most} />
              <Bar color="blue" value={blueDamage} most={most} />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{explained.fight}</p>
    </Card>
  );
}

/** Members of each team that are listed. */
const LISTED = 5;

const Members = ({ week }: { week: Week }) => (
  <Card title={words.earnedMost} icon="people">
    <div class="columns">
      {both.map((color) => {
        const { members } = color === "red" ? week.redTeam : week.blueTeam;
        return (
          <section key={color} class="earners">
            <h3 class={`chip team-${color}`}>
              {workout.colors[color]}: {words.members({ count: members.length })}
            </h3>
            <ol>
              {members.filter(({ user_id }, place) => place < LISTED || user_id === offline.userId)
                .map(({ user_id, chips, ...person }) => (
                  <li key={user_id} class={user_id === offline.userId ? "me" : ""}>
                    <span class="name">
                      {user_id === offline.userId
                        ? common.you
                        : <Name person={{ ...person, handle: null }} />}
                    </span>
                    <span>{words.chips({ count: chips })}</span>
                  </li>
                ))}
            </ol>
            {!members.length && <p class="hint">{words.nobodyYet}</p>}
          </section>
        );
      })}
    </div>
  </Card>
);

function History({ today }: { today: string }) {
  const [stats, setStats] = useState<Past["userStats"]>();
  const pages = usePages(async (cursor) => {
    const { battles, next_cursor, userStats } = await api.get(
      "/api/workout-window/battle/history",
      { params: { query: { limit: 8, cursor } } },
    );
    setStats(userStats);
    return { items: battles.filter((battle) => isOver(battle, today)), next: next_cursor };
  }, ["battles"]);

  return (
    <Card title={words.earlierBattles} icon="book">
      {stats && (
        <dl class="figures">
          <div>
            <dt>{words.chipsEarned}</dt>
            <dd>{number(stats.totalChipsContributed)}</dd>
          </div>
          <div>
            <dt>{words.battlesWon}</dt>
            <dd>{number(stats.battlesWon)}</dd>
          </div>
          <div>
            <dt>{words.longestRun}</dt>
            <dd>{number(stats.longestChain)}</dd>
          </div>
        </dl>
      )}
      <Pages
        pages={pages}
        label={words.battles}
        empty={<p class="hint">{words.noBattleDecided}</p>}
      >
        {(battle) => (
          <li key={battle.id}>
            <a class="row" href={`#/window/battle/${battle.week_start_date}`}>
              <span class="row-head">
                <strong>{weekName(battle.week_start_date)}</strong>
                <span class={`chip team-${battle.winner}`}>
                  {battle.winner === "red" || battle.winner === "blue"
                    ? words.won[battle.winner]
                    : words.tie}
                </span>
              </span>
              <span class="hint">
                {words.score({ red: battle.red_team_chips, count: battle.blue_team_chips })}
              </span>
            </a>
          </li>
        )}
      </Pages>
    </Card>
  );
}
